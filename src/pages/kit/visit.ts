import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../app.ts';
import type { AuditOrigin, AuditSource } from '../../chat/organization/audit-log/actions.ts';
import { requirePad } from '../../chat/people/identities/app-actions.ts';
import type { Destination } from '../../chat/people/identities/types.ts';
import type { Session } from '../../chat/people/sign-in/repository.ts';
import { hashText, makeCsrfToken, newToken } from '../../chat/people/sign-in/rules.ts';
import { closeSession, openSession, type SessionOrigin } from '../../chat/people/sign-in/session-actions.ts';
import { deviceName } from '../../chat/people/sign-in/session-views.ts';
import { isAdministrator, type User } from '../../chat/people/users/types.ts';
import { CSRF_COOKIE, cookie, describeDevice, SESSION_COOKIE, setCookie } from '../../kernel/http/auth.ts';
import type { Html } from './html.ts';
import { type PageTranslator, preferredLanguage, translateCode, translatePage } from './translate.ts';

/** The maximum number of different messages about proxies in the log, because anybody can send headers. */
const MOST_LOGGED = 10;

/** A browser's request for one of the pages. */
export class Visit {
  readonly app: App;
  readonly request: IncomingMessage;
  readonly #response: ServerResponse;
  /** The path parameters and the query. */
  readonly params: Readonly<Record<string, string>>;
  /** The user of the session, if the session is valid. */
  readonly user: User | undefined;
  /** The user who was signed in until the account was deactivated. */
  readonly deactivated: User | undefined;
  /** Whether a session ended: it expired, or its user changed the password elsewhere. */
  readonly ended: boolean;
  #csrf: string | undefined;

  constructor(app: App, request: IncomingMessage, response: ServerResponse, params: Record<string, string>) {
    this.app = app;
    this.request = request;
    this.#response = response;
    this.params = params;
    const token = cookie(request, this.origin, SESSION_COOKIE);
    const known = token === undefined || app.accounts.closed() ? undefined : app.accounts.withSession(token);
    const session = known?.user.is_active ? known : undefined;
    this.user = session?.user;
    this.deactivated = session ? undefined : known?.user;
    this.ended = Boolean(token) && !known && !app.accounts.closed();
    const stored = cookie(request, this.origin, CSRF_COOKIE) || undefined;
    const isUsable = stored !== undefined && (!session || session.isCsrfToken(stored));
    this.#csrf = isUsable ? stored : session && makeCsrfToken(token!);
  }

  /** The server's public URL without a trailing slash. */
  get origin(): string {
    return this.app.config.getOrigin(this.request);
  }

  /** The user's own language, the browser's, or the organization's. */
  get language(): string {
    const own = this.user?.settings.default_language ?? preferredLanguage(this.request.headers['accept-language']);
    return translateCode(own ?? this.app.realm.get('default_language'));
  }

  /** Translates a text of the page: `t('Join {organization}', { organization })`. */
  readonly t: PageTranslator['t'] = (...given) => this.#translator.t(...given);
  /** Translates a text with a number. */
  readonly plural: PageTranslator['plural'] = (...given) => this.#translator.plural(...given);
  /** Translates an error of the API, which is in English. */
  readonly translateError = (message: string): Html => this.#translator.translateError(message);

  get #translator(): PageTranslator {
    return translatePage(this.language);
  }

  /** The language of a new account: the browser's, if the web client has it, or the organization's. */
  get accountLanguage(): string {
    const { 'accept-language': accepted } = this.request.headers;
    return preferredLanguage(accepted) ?? this.app.realm.get('default_language');
  }

  /** What is wrong with the reverse proxy. Only shown to users who sign in, set up the server, or administrate it. */
  get trouble(): string | undefined {
    if (this.user !== undefined && !isAdministrator(this.user)) return undefined;
    const trouble = this.app.config.proxyTrouble(this.request);
    const logged = this.app.memory.loggedProxyTroubles;
    if (trouble !== undefined && logged.size < MOST_LOGGED && !logged.has(trouble)) {
      logged.add(trouble);
      this.app.log.warn({ trouble }, 'the proxy in front of this server is misconfigured');
    }
    return trouble;
  }

  get ip(): string {
    return this.app.config.trustedAddress(this.request);
  }

  /**
   * The token that a form must repeat, so that no other site can submit it. It belongs to the session, or to a
   * visitor's cookie.
   */
  get csrf(): string {
    if (this.#csrf === undefined) {
      this.#csrf = newToken();
      this.#keep(CSRF_COOKIE, this.#csrf);
    }
    return this.#csrf;
  }

  /** The token that the browser already has, if any. */
  get knownCsrf(): string | undefined {
    return this.#csrf;
  }

  /** The path to continue at after signing in. Only paths of this server are allowed. */
  get next(): string {
    return localPath(this.params.next);
  }

  /** Where this visit goes on after signing in, which may be an app. Throws for what no app sends. */
  get destination(): Destination {
    return {
      next: this.next,
      mobilePad: requirePad(this.params.mobile_flow_otp),
      desktopKey: requirePad(this.params.desktop_flow_otp),
    };
  }

  /** The cookie with this name. */
  cookie(name: string): string | undefined {
    return cookie(this.request, this.origin, name);
  }

  /** Sets a cookie that scripts cannot read, for `maxAge` seconds; 0 removes it. */
  setCookie(name: string, value: string, maxAge: number): void {
    this.#keep(name, value, { httpOnly: true, maxAge });
  }

  /** The session of this browser. */
  get session(): Session | undefined {
    return this.user && this.app.sessions.byHash(hashText(this.cookie(SESSION_COOKIE) ?? ''));
  }

  /** Where the visit comes from, for the audit log. */
  get source(): AuditSource {
    const { device, address } = describeDevice(this.app.config, this.request);
    return { address, client: device && deviceName(device) };
  }

  /** Who does an action in this visit, for the audit log. */
  auditOrigin(actor: User | undefined = this.user): AuditOrigin {
    return { actor, ...this.source };
  }

  /** Starts a session for this browser and ends the one that it had. */
  signIn(user: User, from: SessionOrigin = {}): void {
    this.#endSession();
    const { token, csrf } = openSession(this.app, user, { ...describeDevice(this.app.config, this.request), ...from });
    const maxAge = this.app.config.choices.sessionLifetime;
    this.#keep(SESSION_COOKIE, token, { httpOnly: true, maxAge });
    this.#keep(CSRF_COOKIE, csrf, { maxAge });
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

/**
 * Returns a path of this server. Anything that could leave it (`//host`, `/\host`, an absolute URL) becomes the start
 * page.
 */
export function localPath(path: string | undefined): string {
  if (path === undefined || !/^\/(?![/\\])/.test(path) || /[\\\p{Cc}]/u.test(path)) return '/';
  const url = URL.parse(path, 'http://own.invalid');
  return url?.origin === 'http://own.invalid' ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : '/';
}
