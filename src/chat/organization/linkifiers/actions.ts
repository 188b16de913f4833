import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { requireRoom } from '../row-limits/rules.ts';
import { linkifiersChanged } from './events.ts';
import { requireKnown, requireLinkifier } from './rules.ts';
import type { Linkifier } from './types.ts';

/** Adds a linkifier at the end. Returns its id. It applies to messages from now on. */
export function addLinkifier(app: App, draft: Omit<Linkifier, 'id'>): number {
  requireLinkifier(app, draft);
  requireRoom(app, 'linkifier', { added: [[draft.pattern, draft.url_template]] });
  return app.db.write(() => {
    const { id } = app.linkifiers.add(draft.pattern, draft.url_template);
    publishLinkifiers(app);
    return id;
  });
}

export function changeLinkifier(app: App, { id, pattern, url_template }: Linkifier): void {
  const before = requireKnown(app, id);
  requireLinkifier(app, { pattern, url_template }, id);
  const replaced = [[before.pattern, before.url_template]];
  requireRoom(app, 'linkifier', { added: [[pattern, url_template]], replaced });
  app.db.write(() => {
    app.linkifiers.change(pattern, url_template, id);
    publishLinkifiers(app);
  });
}

export function removeLinkifier(app: App, id: number): void {
  requireKnown(app, id);
  app.db.write(() => {
    app.linkifiers.remove(id);
    publishLinkifiers(app);
  });
}

/** Changes the order of linkifiers: earlier ones win. Throws if the list is incomplete. */
export function orderLinkifiers(app: App, order: readonly number[]): void {
  const existingIds = app.linkifiers.all().map(({ id }) => id);
  if (order.length !== existingIds.length || existingIds.some((id) => !order.includes(id)))
    throw badRequest('The ordered list must enumerate all existing linkifiers exactly once');
  app.db.write(() => {
    order.forEach((id, at) => app.linkifiers.place(at + 1, id));
    publishLinkifiers(app);
  });
}

const publishLinkifiers = (app: App): void =>
  app.events.publish(linkifiersChanged({ realm_linkifiers: app.linkifiers.all() }), app.users.activeIds());
