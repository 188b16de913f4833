import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../app.ts';
import { csrfTokenOf, newToken } from '../../chat/people/sign-in/accounts.ts';
import { closeSession, openSession } from '../../chat/people/sign-in/session-actions.ts';
import type { User } from '../../chat/people/users/types.ts';
import { CSRF_COOKIE, cookie, SESSION_COOKIE, setCookie } from '../../kernel/http/auth.ts';
import { preferredLanguage, translated } from '../translations/translate.ts';

/** What was said about proxies in the log already; each thing once, and not without end, as anybody can send headers. */
const logged = new Set<string>();
const MOST_LOGGED = 10;

/** Somebody's browser at one of the pages. */
export class Visit {
  readonly app: App;
  readonly request: IncomingMessage;
  readonly #response: ServerResponse;
  /** What the address says: its parameters and its query. */
  readonly given: Readonly<Record<string, string>>;
  /** Whose session it is, if anybody's who may come in. */
  readonly user: User | undefined;
  /** Who was signed in here until their account was taken out of use. */
  readonly deactivated: User | undefined;
  /** Whether somebody was signed in here whose session has ended: it grew old, or their password was changed elsewhere. */
  readonly ended: boolean;
  #csrf: string | undefined;

  constructor(app: App, request: IncomingMessage, response: ServerResponse, given: Record<string, string>) {
    this.app = app;
    this.request = request;
    this.#response = response;
    this.given = given;
    const token = cookie(request, this.origin, SESSION_COOKIE);
    const known = token === undefined || app.accounts.closed() ? undefined : app.accounts.withSession(token);
    const session = known?.user.is_active ? known : undefined;
    this.user = session?.user;
    this.deactivated = session ? undefined : known?.user;
    this.ended = Boolean(token) && !known && !app.accounts.closed();
    const kept = cookie(request, this.origin, CSRF_COOKIE) || undefined;
    const isUsable = kept !== undefined && (!session || session.isCsrfToken(kept));
    this.#csrf = isUsable ? kept : session && csrfTokenOf(token!);
  }

  /** The address people reach this server under, without a slash at the end. */
  get origin(): string {
    return this.app.config.originOf(this.request);
  }

  /** What is spoken: the person's own language, what the browser wants, or the organisation's. */
  get language(): string {
    const own = this.user?.settings.default_language ?? preferredLanguage(this.request.headers['accept-language']);
    return translated(own ?? this.app.realm.get('default_language'));
  }

  /** What is wrong with the proxy in front, as far as those may know who sign in, set the server up, or administrate it. */
  get trouble(): string | undefined {
    if (this.user !== undefined && this.user.role > 200) return undefined;
    const trouble = this.app.config.proxyTrouble(this.request);
    if (trouble !== undefined && logged.size < MOST_LOGGED && !logged.has(trouble)) {
      logged.add(trouble);
      this.app.log.warn({ trouble }, 'the proxy in front of this server forwards wrongly');
    }
    return trouble;
  }

  get ip(): string {
    return this.app.config.trustedAddress(this.request);
  }

  /** What a form must repeat, so that no other site's page can send it: the session's, or for a visitor one kept in a cookie. */
  get csrf(): string {
    if (this.#csrf === undefined) {
      this.#csrf = newToken();
      this.#keep(CSRF_COOKIE, this.#csrf);
    }
    return this.#csrf;
  }

  /** What the browser has to show for itself: undefined if it was never given anything. */
  get knownCsrf(): string | undefined {
    return this.#csrf;
  }

  /** Where this visit goes on after signing in: a path of this server's own, and nothing else. */
  get next(): string {
    return ownPath(this.given.next);
  }

  /** Opens a session for this browser; one that it had is ended. */
  signIn(user: User): void {
    this.#endSession();
    const { token, csrf } = openSession(this.app, user);
    this.#keep(SESSION_COOKIE, token, { httpOnly: true });
    this.#keep(CSRF_COOKIE, csrf);
    this.#csrf = csrf;
  }

  signOut(): void {
    this.#endSession();
    this.#keep(SESSION_COOKIE, '', { httpOnly: true, maxAge: 0 });
    this.#keep(CSRF_COOKIE, '', { maxAge: 0 });
  }

  #endSession(): void {
    const token = cookie(this.request, this.origin, SESSION_COOKIE);
    if (token !== undefined) closeSession(this.app, token);
  }

  #keep(name: string, value: string, options: { httpOnly?: boolean; maxAge?: number } = {}): void {
    setCookie(this.#response, this.origin, name, value, options);
  }
}

/** A path of this server; what could lead elsewhere (`//host`, `/\host`, a whole address) is the start page. */
export function ownPath(given: string | undefined): string {
  if (given === undefined || !/^\/(?![/\\])/.test(given) || /[\\\p{Cc}]/u.test(given)) return '/';
  const url = URL.parse(given, 'http://own.invalid');
  return url?.origin === 'http://own.invalid' ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : '/';
}
