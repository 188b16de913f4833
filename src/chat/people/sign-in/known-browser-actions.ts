import { timingSafeEqual } from 'node:crypto';
import type { App } from '../../../app.ts';
import { signText } from '../../organization/realm/key-rules.ts';
import { newToken } from './rules.ts';

/** The cookies of a browser that signs in. */
export interface Cookies {
  cookie(name: string): string | undefined;
  /** `maxAge`: seconds. */
  setCookie(name: string, value: string, maxAge: number): void;
}

/** `ID.SIGNATURE.SIGNATURE…`: a signature for each name that signed in with this browser, the last one first. */
const COOKIE = 'known_browser';
const PATTERN = /^([\w-]{43})((?:\.[\w-]{43})*)$/;
/** A cookie of ten names has half a kilobyte. */
const MOST_NAMES = 10;
const YEAR = 365 * 86_400;

/**
 * The ID of a browser that signed in with this name before; undefined: it did not. Wrong passwords of others do not
 * lock it out. A copy of the cookie allows a few tries, and nothing else.
 */
export function knownBrowser(app: App, cookies: Cookies, name: string): string | undefined {
  const { id, signatures } = read(cookies);
  if (id === undefined) return undefined;
  const right = Buffer.from(makeSignature(app, id, name));
  return signatures.some((each) => timingSafeEqual(Buffer.from(each), right)) ? id : undefined;
}

/** Lets a browser know that it signed in with this name. */
export function rememberBrowser(app: App, cookies: Cookies, name: string): void {
  const { id = newToken(), signatures } = read(cookies);
  const own = makeSignature(app, id, name);
  const others = signatures.filter((each) => each !== own).slice(0, MOST_NAMES - 1);
  cookies.setCookie(COOKIE, [id, own, ...others].join('.'), YEAR);
}

function read(cookies: Cookies): { id?: string; signatures: string[] } {
  const [, id, rest] = PATTERN.exec(cookies.cookie(COOKIE) ?? '') ?? [];
  return id === undefined ? { signatures: [] } : { id, signatures: rest!.split('.').slice(1, MOST_NAMES + 1) };
}

const makeSignature = (app: App, id: string, name: string): string =>
  signText(app, 'known_browser_key', `${id} ${name}`).toString('base64url');
