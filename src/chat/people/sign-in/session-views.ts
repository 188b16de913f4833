import type { App } from '../../../app.ts';
import { providersOf } from '../identities/providers.ts';
import type { Session } from './session-repository.ts';
import { deviceName } from './sign-in-notice.ts';

/** The public ID of a session: a part of the hash, which does not open it. */
export const sessionId = ({ token_hash }: Session): string => token_hash.slice(0, 20);

/** A session as its user sees it. `current`: the hash of the session that asks. */
export function sessionView(app: App, session: Session, current: string | undefined) {
  const provider = providersOf(app.config).find(({ name }) => name === session.provider);
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
