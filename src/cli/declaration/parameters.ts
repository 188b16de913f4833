import { InvalidArgumentError } from 'commander';
import { type Kind, Unfit } from '../../kernel/settings/kinds.ts';
import { ROLES, type RoleName } from '../../shared/roles.ts';

/** An argument or a flag of a command: how it is written, and how its text becomes a value. */
export interface Parameter<T = unknown> {
  about: string;
  /** The value of a flag as help shows it, such as `<n>`. A flag without one is on or off. */
  form?: string;
  choices?: readonly string[];
  /** `before`: the value of the same parameter that was given before. */
  parse?(text: string, before: unknown): T;
  default?: T;
  isRequired?: boolean;
  /** An argument takes all words that follow. */
  isRest?: boolean;
  /** The flag is `--no-NAME` and turns off what is usual. */
  isNegated?: boolean;
  /** Names of flags that cannot be used together with this one. */
  conflicts?: string[];
  /** The heading in help. */
  group?: string;
}

export type Parameters = Readonly<Record<string, Parameter<any>>>;
/** The values of parameters by their names. */
export type Values<P> = { [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };

/** An argument that must be given. */
export const argument = (about: string): Parameter<string> => ({ about, isRequired: true });
export const optionalArgument = (about: string): Parameter<string | undefined> => ({ about });
/** All remaining arguments. */
export const restArguments = (about: string): Parameter<string[]> => ({ about, isRest: true });
export const choiceArgument = <const C extends string>(choices: readonly C[], about: string): Parameter<C> => ({
  about,
  choices,
  isRequired: true,
});
export const countArgument = (about: string): Parameter<number> => ({ about, isRequired: true, parse: count });
/** One number or several. */
export const countArguments = (about: string): Parameter<number[]> => ({
  about,
  isRequired: true,
  isRest: true,
  parse: (text, before) => [...((before as number[] | undefined) ?? []), count(text)],
});

/** A flag that is on if it is given. */
export const flag = (about: string, conflicts?: string[]): Parameter<boolean | undefined> => ({
  about,
  ...(conflicts && { conflicts }),
});
/** A flag `--no-NAME`; the value is true without it. */
export const negatedFlag = (about: string): Parameter<boolean> => ({ about, isNegated: true });
export const textFlag = (form: string, about: string, conflicts?: string[]): Parameter<string | undefined> => ({
  form,
  about,
  ...(conflicts && { conflicts }),
});
/** A flag whose value is `usual` if it is not given. */
export const usualFlag = <T>(form: string, about: string, usual: T, parse?: (text: string) => T): Parameter<T> => ({
  form,
  about,
  default: usual,
  ...(parse && { parse }),
});
/** A flag whose value is a number, a time or the like. */
export const parsedFlag = <T>(form: string, about: string, parse: (text: string) => T): Parameter<T | undefined> => ({
  form,
  about,
  parse,
});
/** A flag with the values of a kind of setting. */
export const settingFlag = <T>({ form, read }: Kind<T>, about: string): Parameter<T | undefined> =>
  parsedFlag(form, about, (text) => {
    try {
      return read(text);
    } catch (error) {
      throw error instanceof Unfit ? new InvalidArgumentError(`It ${error.message}.`) : error;
    }
  });
export const choiceFlag = <const C extends string>(
  form: string,
  choices: readonly C[],
  about: string,
): Parameter<C | undefined> => ({ form, choices, about });
/** A flag that can be given several times. */
export const repeatedFlag = (form: string, about: string): Parameter<string[] | undefined> => ({
  form,
  about,
  parse: (text, before) => [...((before as string[] | undefined) ?? []), text],
});
/** The same flag, which can be given several times. */
export const repeated = <T>({ parse, ...more }: Parameter<T | undefined>): Parameter<T[] | undefined> => ({
  ...(more as Parameter<T[] | undefined>),
  parse: (text, before) => [...((before as T[] | undefined) ?? []), parse!(text, undefined)!],
});
/** The same flag, which must be given. */
export const required = <T>(parameter: Parameter<T>): Parameter<NonNullable<T>> =>
  ({ ...parameter, isRequired: true }) as Parameter<NonNullable<T>>;
/** The same choice, with what it is without the flag. */
export const withDefault = <T>(parameter: Parameter<T>, usual: NonNullable<T>): Parameter<NonNullable<T>> =>
  ({ ...parameter, default: usual }) as Parameter<NonNullable<T>>;

export const ROLE_NAMES = Object.keys(ROLES) as RoleName[];
export const USER = argument('e-mail address or ID of the user');
export const CHANNEL = argument('name or ID of the channel');
/** The user on whose behalf, and with whose permissions, a command runs. */
export const AS = textFlag('<user>', 'user to act as (default: the first owner)');

/** A whole number, 0 or more. */
export function whole(input: string): number {
  if (!/^\d{1,10}$/.test(input)) throw new InvalidArgumentError('Enter a whole number.');
  return Number(input);
}

/** A whole number of at least 1. */
export function count(input: string): number {
  if (!/^[1-9]\d{0,6}$/.test(input)) throw new InvalidArgumentError('Enter a whole number of at least 1.');
  return Number(input);
}

/** The address of a server, without a path. */
export function serverUrl(input: string): string {
  const url = URL.parse(input);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new InvalidArgumentError('Enter an address such as http://two.example.com:8080.');
  return url.origin;
}

/** A time in ISO 8601, as ms since 1970. */
export function time(input: string): number {
  const ms = Date.parse(input);
  if (!/^\d{4}-\d\d-\d\d/.test(input) || Number.isNaN(ms))
    throw new InvalidArgumentError('Enter a time such as 2026-01-30T12:00:00Z.');
  return ms;
}

/** A time in ISO 8601, or a time ago such as `1d`, as s since 1970. */
export function timeOrAgo(input: string): number {
  const ago = /^\d{1,5}[smhdw]$/.test(input) ? Number.parseInt(input, 10) * UNITS[input.at(-1)!]! : undefined;
  return Math.floor((ago === undefined ? time(input) : Date.now() - ago * 1000) / 1000);
}

/** Seconds. */
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
