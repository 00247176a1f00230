/* Every hostile deed that a C program can do, one for each name: hostile DEED [ARGUMENTS].
 *
 * A deed that succeeds although it must not prints ESCAPED; one that was stopped says how. */
#include "hostile.h"

char** words;

void must_fail(long result, const char* what) {
  if (result >= 0)
    printf("ESCAPED: %s gave %ld\n", what, result);
  else
    printf("%s: %s\n", what, strerror(errno));
}

void must_not_open(const char* path, int flags) { must_fail(open(path, flags, 0600), path); }

static int done(const struct Deed* deeds, const char* name) {
  for (; deeds->name != NULL; deeds++)
    if (strcmp(name, deeds->name) == 0) {
      deeds->deed();
      return 1;
    }
  return 0;
}

int main(int count, char** arguments) {
  words = arguments;
  const struct Deed* all[] = {kUses, kWaysOut, kHidden, kFamilies};
  for (int i = 0; count > 1 && i < 4; i++)
    if (done(all[i], arguments[1])) return 0;
  fputs("no such deed\n", stderr);
  return 99;
}
