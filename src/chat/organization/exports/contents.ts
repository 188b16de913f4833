import type { App } from '../../../app.ts';
import { clientKind } from '../../../kernel/events/client.ts';
import { channelView } from '../../channels/channels/views.ts';
import { messageView, partsOf } from '../../messages/messages/views.ts';
import { groupViews } from '../../people/groups/views.ts';
import { person } from '../../people/users/views.ts';
import { REALM_SETTINGS } from '../realm/settings.ts';
import { isChannelExported, isExported } from './rules.ts';
import type { StoredExport } from './types.ts';

/** The number of messages, and of users, processed at once: a millisecond or two. */
const BATCH = 100;

/**
 * An export, piece by piece, as one JSON object: the organization, its users (with the addresses the administrator can
 * see), groups, channels and messages. Other requests run between two pieces.
 */
export function* contentsOf(app: App, { acting_user_id, export_type, export_time }: StoredExport): Generator<string> {
  const actor = app.users.byId(acting_user_id)!;
  const realm = Object.fromEntries(Object.keys(REALM_SETTINGS).map((name) => [name, app.realm.get(name as 'name')]));
  yield `{"export_type":${JSON.stringify(export_type)},"export_time":${export_time},"realm":${JSON.stringify(realm)}`;
  yield ',"users":[';
  const users = app.users.all();
  for (let from = 0; from < users.length; from += BATCH) {
    const some = users
      .slice(from, from + BATCH)
      .map((user) => JSON.stringify(person(app, actor, user, { clientGravatar: false })));
    yield `${from === 0 ? '' : ','}${some.join(',')}`;
  }
  yield ']';
  // Everybody in the organization can see all of its groups.
  yield `,"user_groups":${JSON.stringify(groupViews(app, { deactivated: true }))}`;
  const channels = app.exports.channelIds().filter((id) => isChannelExported(app, export_type, id));
  yield `,"channels":${JSON.stringify(channels.map((id) => channelView(app, app.channels.byId(id)!)))}`;
  yield ',"messages":[';
  let isFirst = true;
  for (let after = 0; ; ) {
    const messages = app.exports.messagesAfter(after, BATCH);
    if (messages.length === 0) break;
    after = messages.at(-1)!.id;
    const exported = messages.filter((message) => isExported(app, export_type, message));
    const reactions = Map.groupBy(
      app.reactions.ofMessages(JSON.stringify(exported.map(({ id }) => id))),
      ({ message_id }) => message_id,
    );
    const texts = exported.map((message) => {
      const parts = partsOf(
        app,
        actor,
        message,
        reactions.get(message.id) ?? [],
        app.submessages.ofMessage(message.id),
      );
      return JSON.stringify({ ...messageView(parts, KIND), rendered_content: message.rendered_content });
    });
    // Even if little of it is exported: no other request has run since the last piece.
    yield texts.length > 0 ? `${isFirst ? '' : ','}\n${texts.join(',\n')}` : '';
    isFirst &&= texts.length === 0;
  }
  yield ']}\n';
}

const KIND = clientKind({ apply_markdown: false, empty_topic_name: true });
