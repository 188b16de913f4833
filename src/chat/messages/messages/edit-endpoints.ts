import { Type } from 'typebox';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';
import { inTurns } from '../../../kernel/time-slices.ts';
import { LIMITS } from '../../../limits.ts';
import { topicShown } from '../../channels/topics/names.ts';
import { endpoint } from '../../declare.ts';
import { Attachment } from '../../files/attachments/types.ts';
import * as actions from '../edit/actions.ts';
import { compareVersions, versionsOf } from '../edit/history.ts';
import { reportMessage as report } from '../reports/actions.ts';
import { cleanContent, render } from './content.ts';
import { EditHistoryEntry } from './types.ts';
import { historyEntryView } from './views.ts';

export const updateMessage = endpoint({
  method: 'PATCH',
  path: '/messages/{message_id}',
  summary: "Edit a message's content, or move messages to another topic or channel",
  params: {
    message_id: Type.Integer(),
    topic: Maybe(Type.String({ aliases: ['subject'] })),
    propagate_mode: Maybe(OneOf('change_one', 'change_later', 'change_all')),
    send_notification_to_old_thread: Type.Boolean({ default: false }),
    send_notification_to_new_thread: Type.Boolean({ default: true }),
    content: Maybe(Type.String({ maxLength: LIMITS.message_source_length })),
    stream_id: Maybe(Type.Integer()),
    prev_content_sha256: Maybe(Type.String()),
  },
  returns: { detached_uploads: Type.Array(Attachment) },
  handle({ app, user, params }) {
    const { message_id, ...update } = params;
    return { detached_uploads: actions.updateMessage(app, user, message_id, update) };
  },
});

const Version = Type.Object({
  ...EditHistoryEntry.properties,
  topic: Type.String(),
  content: Type.String(),
  rendered_content: Type.String(),
  content_html_diff: Maybe(Type.String()),
});

export const getMessageHistory = endpoint({
  method: 'GET',
  path: '/messages/{message_id}/history',
  summary: "Get a message's edit history",
  params: { message_id: Type.Integer(), allow_empty_topic_name: Type.Boolean({ default: false }) },
  returns: { message_history: Type.Array(Version) },
  prepare: ({ app, user, params }) => inTurns(compareVersions(app, user, params.message_id)),
  handle({ app, user, params, caller, prepared: compare }) {
    const kind = caller.kind({ empty_topic_name: params.allow_empty_topic_name });
    const versions = versionsOf(app, user, params.message_id, compare);
    return {
      message_history: versions.map((version) => ({
        ...version,
        ...historyEntryView(version, kind),
        topic: topicShown(version.topic, kind.empty_topic_name),
      })),
    };
  },
});

export const renderMessage = endpoint({
  method: 'POST',
  path: '/messages/render',
  summary: 'Render a message',
  params: { content: Type.String({ maxLength: LIMITS.message_source_length }) },
  returns: { rendered: Type.String() },
  handle: ({ app, user, params }) => ({ rendered: render(app, user, cleanContent(params.content)).html }),
});

export const reportMessage = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/report',
  summary: 'Report a message to the moderators',
  params: {
    message_id: Type.Integer(),
    report_type: OneOf('spam', 'harassment', 'inappropriate', 'norms', 'other'),
    description: Type.String({ default: '', maxLength: 1000 }),
  },
  handle: ({ app, user, params }) => report(app, user, params.message_id, params.report_type, params.description),
});
