import type { App } from '../../../app.ts';
import { requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';
import { draftRemoved, draftsAdded, draftUpdated } from './events.ts';
import { cleanDraft, requireOwn, requireSynchronized } from './rules.ts';
import type { Draft, GivenDraft } from './types.ts';

/** A user's drafts, last edited first. Throws if they do not synchronize drafts. */
export function listDrafts(app: App, user: User): Draft[] {
  requireSynchronized(user);
  return app.drafts.ofUser(user.id, -1);
}

/** Creates drafts, all or none. Returns their ids in the given order. */
export function createDrafts(app: App, user: User, inputs: readonly GivenDraft[]): number[] {
  requireSynchronized(user);
  const clean = inputs.map((draft) => cleanDraft(app, user, draft));
  requireRoom(app, 'draft', { added: clean.map(listTexts) }, user.id);
  return app.db.write(() => insertDrafts(app, user, clean));
}

/** Stores drafts without checking them. Returns their ids in the given order. Call it inside `db.write`. */
export function insertDrafts(app: App, user: User, drafts: readonly Omit<Draft, 'id'>[]): number[] {
  const ids = drafts.map((draft) => app.drafts.add(user.id, draft));
  if (ids.length > 0)
    app.events.publish(draftsAdded({ drafts: ids.map((id) => requireOwn(app, user, id)) }), [user.id]);
  return ids;
}

/** Replaces a draft's content and recipient. Throws 404 for drafts of others. */
export function editDraft(app: App, user: User, id: number, draft: GivenDraft): void {
  requireSynchronized(user);
  const before = requireOwn(app, user, id);
  const clean = cleanDraft(app, user, draft);
  requireRoom(app, 'draft', { added: [listTexts(clean)], replaced: [listTexts(before)] }, user.id);
  app.db.write(() => {
    app.drafts.change(id, clean);
    app.events.publish(draftUpdated({ draft: requireOwn(app, user, id) }), [user.id]);
  });
}

/** Deletes a draft. Throws 404 for drafts of others. */
export function deleteDraft(app: App, user: User, id: number): void {
  requireSynchronized(user);
  requireOwn(app, user, id);
  app.db.write(() => {
    app.drafts.remove(id);
    app.events.publish(draftRemoved({ draft_id: id }), [user.id]);
  });
}

const listTexts = ({ to, topic, content }: Omit<Draft, 'id'>): string[] => [JSON.stringify(to), topic, content];

/** Deletes all drafts of a user. Call it inside `db.write`. */
export function deleteAllDrafts(app: App, user: User): void {
  app.drafts.removeOfUser(user.id);
}
