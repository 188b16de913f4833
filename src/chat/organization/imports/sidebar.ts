import { addView } from '../../personal/navigation-views/actions.ts';
import { orderSidebar } from '../../personal/sidebar-order/actions.ts';
import { MAX_FRAGMENT_LENGTH, MAX_ORDERED } from '../../personal/sidebar-order/types.ts';
import { oneLine } from './channels.ts';
import { channelOf, type ImportContext, userOf } from './context.ts';
import type { Outcome } from './people.ts';
import { writeOwn } from './personal.ts';
import type { ImportedSidebarOrder, ImportedView } from './personal-types.ts';

const MAX_VIEW_NAME = 60;

/** Stores a view in a user's sidebar, unless the user has the same one here. */
export const writeView = (context: ImportContext, record: ImportedView): Outcome =>
  writeOwn(context, record, (user) => {
    const { app } = context;
    const fragment = fragmentHere(context, record.fragment);
    if (fragment === undefined) return { reason: 'what it shows is not imported' };
    if (app.navigationViews.at(user.id, fragment)) return { id: user.id, isNew: false };
    const name = record.name === null ? null : oneLine(record.name, MAX_VIEW_NAME);
    addView(app, user, { fragment, is_pinned: record.is_pinned, name });
    return { id: user.id };
  });

/** Stores the order of a user's sidebar, unless the user has changed it here. */
export const writeSidebarOrder = (context: ImportContext, record: ImportedSidebarOrder): Outcome =>
  writeOwn(context, record, (user) => {
    const { app } = context;
    const before = app.sidebarOrder.ofUser(user.id);
    if (before.channels.length + before.views.length > 0) return { id: user.id, isNew: false };
    orderSidebar(app, user, {
      channels: record.channels.flatMap((one) => channelOf(context, one)?.id ?? []).slice(0, MAX_ORDERED),
      views: record.views.flatMap((one) => fragmentHere(context, one) ?? []).slice(0, MAX_ORDERED),
    });
    return { id: user.id };
  });

/** The ids in an address: of channels, of users, and of messages. */
const IDS = /(?<=(?:^|\/)-?(?<operator>[a-z-]+)\/)(?<ids>\d+(?:,\d+)*)(?=[-/]|$)/g;
const CHANNELS = new Set(['channel', 'stream']);
const USERS = new Set(['sender', 'dm', 'dm-including', 'pm-with', 'group-pm-with']);
const MESSAGES = new Set(['near', 'id', 'with']);

/** The part of an address after # with the ids of this server. undefined: one of them is not imported. */
function fragmentHere(context: ImportContext, fragment: string): string | undefined {
  const { app, source } = context;
  const idOf = (operator: string, origin: string): number | undefined => {
    if (CHANNELS.has(operator)) return channelOf(context, origin)?.id;
    if (USERS.has(operator)) return userOf(context, origin)?.id;
    return app.imports.find(source.id, 'message', origin)?.id;
  };
  let isKnown = fragment.length <= MAX_FRAGMENT_LENGTH;
  const here = fragment.replaceAll(IDS, (ids: string, operator: string) => {
    if (!CHANNELS.has(operator) && !USERS.has(operator) && !MESSAGES.has(operator)) return ids;
    const found = ids.split(',').map((origin) => idOf(operator, origin));
    isKnown &&= found.every((id) => id !== undefined);
    return found.join(',');
  });
  return isKnown ? here : undefined;
}
