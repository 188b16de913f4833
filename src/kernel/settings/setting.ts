import type { Kind } from './kinds.ts';

/** A setting that the operator can choose. */
export interface Setting<T = unknown> {
  kind: Kind<T>;
  /** One line, for help and the docs. */
  about: string;
  /** As text; without it, the setting is undefined by default. */
  default?: string;
  /** The default in our container image, if it differs. */
  inContainer?: string;
  /** Never shown. */
  secret?: boolean;
  /** The value of the flag without a value. */
  bare?: string;
}

interface More {
  inContainer?: string;
  secret?: boolean;
  bare?: string;
}

/** Declares a setting. */
export function setting<T>(kind: Kind<T>, about: string, more: More & { default: string }): Setting<T>;
export function setting<T>(kind: Kind<T>, about: string, more?: More): Setting<T | undefined>;
export function setting<T>(kind: Kind<T>, about: string, more: Partial<Setting<T>> = {}): Setting<T> {
  return { kind, about, ...more };
}

/** The values of these settings. */
export type ValuesOf<Rows> = { [Name in keyof Rows]: Rows[Name] extends Setting<infer T> ? T : never };

/** The form of `publicUrl` on the command line and in the file. */
export const getKey = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** The form of `publicUrl` in the environment. */
export const getVariable = (name: string): string => `KLATCH_${getKey(name).replaceAll('-', '_').toUpperCase()}`;

/** Whether this is our container image. */
export const isContainer = (env: Readonly<Record<string, string | undefined>>): boolean => env.KLATCH_CONTAINER === '1';
