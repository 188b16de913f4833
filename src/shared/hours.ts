import { memoByValue } from './memo.ts';

/** Whether a language's speakers count the hours of a day from 0 to 23, by custom. Asking takes some milliseconds. */
export const countsTo24 = memoByValue(
  (language: string): boolean =>
    new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hourCycle === 'h23',
);
