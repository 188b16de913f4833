import { readdir } from 'node:fs/promises';
import { jobsOf } from './jobs.ts';
import type { Log } from './log.ts';

/** Without descriptors, the system ends new connections before this process learns of them. */
const EXHAUSTED = /^(EMFILE|ENFILE)$/;

/** Logs when no file descriptor is left for a connection or a file, and when there are some again. */
export const descriptorCheck = jobsOf<{ log: Log; descriptors: Descriptors }>()({
  name: 'check the file descriptors',
  every: 10,
  async run({ log, descriptors }) {
    const code = await readdir('.').then(
      () => '',
      (error: NodeJS.ErrnoException) => error.code ?? '',
    );
    const areExhausted = EXHAUSTED.test(code);
    if (areExhausted === descriptors.areExhausted) return;
    descriptors.areExhausted = areExhausted;
    if (areExhausted)
      log.error(
        { code },
        'no file descriptor is left, so new clients are not answered; raise LimitNOFILE= or ulimit -n',
      );
    else log.warn('there are file descriptors again; new clients are answered');
  },
});

/** Whether none was left at the last check. */
export class Descriptors {
  areExhausted = false;
}
