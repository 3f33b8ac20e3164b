/* What a run died of, told before the sanitizer writes its report: reading the
 * memory map for it costs many times more than the run. */
#include "harness.h"

#include <sanitizer/asan_interface.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

enum { MP_SANITIZER_EXIT = 99, MP_STACK_REACH = 0xffff, MP_RED_ZONE = 512 };

/* The address sanitizer calls this when it found an error, in the process that
 * made it. Outside a run (the harness itself) the report is wanted. */
void __asan_on_error(void) {
  if (mp_record->phase != MP_CALL)
    return;
  dprintf(mp_report_file, "AddressSanitizer: %s at %p",
          __asan_get_report_description(), __asan_get_report_address());
  _exit(MP_SANITIZER_EXIT);
}

static uintptr_t mp_register(const ucontext_t *context, int is_stack) {
#if defined(__x86_64__)
  return (uintptr_t)context->uc_mcontext.gregs[is_stack ? REG_RSP : REG_RIP];
#elif defined(__i386__)
  return (uintptr_t)context->uc_mcontext.gregs[is_stack ? REG_ESP : REG_EIP];
#elif defined(__aarch64__)
  return is_stack ? context->uc_mcontext.sp : context->uc_mcontext.pc;
#else
  (void)context, (void)is_stack;
  return 0;
#endif
}

static const char *mp_name_of_fault(int signal, uintptr_t address,
                                    const ucontext_t *context) {
  uintptr_t stack = mp_register(context, 1);
  if (signal == SIGFPE)
    return "FPE";
  if (address + MP_RED_ZONE > stack && address < stack + MP_STACK_REACH)
    return "stack-overflow";
  if (mp_register(context, 0) < 4096)
    return "Hint: pc points to the zero page";
  return "SEGV";
}

static void mp_on_fault(int signal, siginfo_t *info, void *more) {
  uintptr_t address = (uintptr_t)info->si_addr;
  const char *name = mp_name_of_fault(signal, address, more);
  /* The processor does not tell addresses that no memory can have. */
  if (info->si_code == SI_KERNEL)
    dprintf(mp_report_file, "AddressSanitizer: %s on unknown address", name);
  else
    dprintf(mp_report_file, "AddressSanitizer: %s on unknown address 0x%zx",
            name, (size_t)address);
  _exit(MP_SANITIZER_EXIT);
}

/* On a stack of their own: the run may have used up the other. */
static void mp_catch_faults(void) {
  static char stack[1 << 16];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, 0);
  struct sigaction action = {.sa_sigaction = mp_on_fault,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGSEGV, &action, 0);
  sigaction(SIGBUS, &action, 0);
  sigaction(SIGFPE, &action, 0);
}
