const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const readsFromTheRight = (): boolean => globalThis.document?.documentElement.dir === 'rtl';

/**
 * A name or another value to be shown within a text. A bidirectional isolate keeps the order of both intact where the
 * text or the value is written from the right.
 */
export const isolated = (value: string): string =>
  readsFromTheRight() || FROM_THE_RIGHT.test(value) ? `\u2068${value}\u2069` : value;
