unsigned position(unsigned at);
