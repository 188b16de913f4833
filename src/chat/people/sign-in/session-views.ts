import type { App } from '../../../app.ts';
import { listProviders } from '../identities/rules.ts';
import type { Session } from './repository.ts';

/** The public ID of a session: a part of the hash, which does not open it. */
export const sessionId = ({ token_hash }: Session): string => token_hash.slice(0, 20);

/** A session as its user sees it. `current`: the hash of the session that asks. */
export function sessionView(app: App, session: Session, current: string | undefined) {
  const provider = listProviders(app.config).find(({ name }) => name === session.provider);
  return {
    session_id: sessionId(session),
    device: session.device === '' ? '' : deviceName(session.device),
    ip_address: session.address,
    created: session.created,
    last_used: session.last_used,
    provider: provider?.displayName ?? session.provider,
    is_current: session.token_hash === current,
  };
}

const BROWSERS: readonly [RegExp, string][] = [
  [/ZulipMobile|ZulipFlutter/, 'Zulip for phones'],
  [/ZulipElectron/, 'Zulip for desktops'],
  [/ZulipTerminal/, 'Zulip for terminals'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad|iOS/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** In the form `Firefox on Linux`. Unknown clients are called by the name they send. */
export function deviceName(agent: string): string {
  const browser =
    BROWSERS.find(([pattern]) => pattern.test(agent))?.[1] ?? /^[\w.-]{1,40}/.exec(agent)?.[0] ?? 'a program';
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1];
  return system ? `${browser} on ${system}` : browser;
}
