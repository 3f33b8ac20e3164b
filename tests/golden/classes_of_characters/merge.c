#include <ctype.h>

struct token {
  int kind;
  int length;
  int value;
};

int next(const char *text, struct token *token) {
  int n = 0, kind = 0, value = 0;
  if (text[0] == '_' || isalpha((unsigned char)text[0])) {
    kind = 1;
    while (text[n] == '_' || isalnum((unsigned char)text[n]))
      n++;
  } else if (isdigit((unsigned char)text[0])) {
    kind = 2;
    while (text[n] >= '0' && text[n] <= '9')
      value = (value * 10 + (text[n++] - '0')) % 10000;
  }
  token->kind = kind;
  token->length = n;
  token->value = value;
  return n;
}
