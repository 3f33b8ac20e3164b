"""Pieces of C that every feature of grow.py uses: random expressions without undefined
behaviour. Everything is computed in uint64_t; what is narrower or signed is cut to a range
in which the operation is defined."""
import random

BINARY = ["+", "-", "*", "^", "&", "|"]
NARROW = ["uint8_t", "uint16_t", "uint32_t", "int8_t", "int16_t", "int32_t", "int64_t",
          "signed char", "unsigned char", "_Bool"]


class Words(random.Random):
    """A random source that speaks C."""

    def number(self):
        return self.choice([0, 1, 2, 3, 7, 8, 255, 256, 65535, 2 ** 31 - 1, 2 ** 31,
                            2 ** 63, 2 ** 64 - 1, self.getrandbits(self.choice([4, 16, 64]))])

    def constant(self):
        value = self.number()
        return f"{value}ull" if self.random() < 0.7 else f"{value:#x}ull"

    def expr(self, names, depth=3):
        """Of type uint64_t, or one that is converted to it."""
        if depth <= 0 or self.random() < 0.15:
            return self.choice(names) if names and self.random() < 0.7 else self.constant()
        a, b = self.expr(names, depth - 1), self.expr(names, depth - 1)
        return self.choice([self.binary, self.binary, self.binary, self.divide, self.shift,
                            self.compare, self.cast, self.choose, self.signed])(a, b)

    def binary(self, a, b):
        return f"((uint64_t)({a}) {self.choice(BINARY)} (uint64_t)({b}))"

    def divide(self, a, b):
        return f"((uint64_t)({a}) {self.choice('/%')} (((uint64_t)({b}) & 1023) + 1))"

    def shift(self, a, b):
        return f"((uint64_t)({a}) {self.choice(['<<', '>>'])} (({b}) & 63))"

    def compare(self, a, b):
        kind = self.choice(["uint64_t", "int32_t", "int64_t", "unsigned", "short"])
        op = self.choice(["<", "<=", "==", "!=", ">", ">="])
        return f"(uint64_t)(({kind})({a}) {op} ({kind})({b}))"

    def cast(self, a, b):
        return f"({self.choice(NARROW)})(({a}) ^ ({b}))"

    def choose(self, a, b):
        return f"((({a}) & {1 << self.randrange(6)}) ? (uint64_t)({b}) : (uint64_t)({a}))"

    def signed(self, a, b):
        op = self.choice(["+", "-", "*"])
        part = f"((int)(({a}) & 0x7fff) - 0x3fff) {op} ((int)(({b}) & 0x7fff) - 0x3fff)"
        if self.random() < 0.4:
            part = f"({part}) {self.choice('/%')} ((int)(({b}) & 15) - 20)"
        return f"(uint64_t)(int64_t)({part})"

    def update(self, name, names):
        op = self.choice(["=", "+=", "-=", "*=", "^=", "|=", "&="])
        if self.random() < 0.15:
            return f"{name}{self.choice(['++', '--'])};"
        return f"{name} {op} {self.expr(names, 2)};"
