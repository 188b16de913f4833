import { Type } from 'typebox';
import { shapedEvent } from '../../../kernel/events/event.ts';
import { Maybe, Nullable, OneOf } from '../../../kernel/http/schema.ts';
import { topicShown } from '../../channels/topics/rules.ts';

export type PropagateMode = 'change_one' | 'change_later' | 'change_all';

/** What changed: the content of one message, or the place of one or more. */
export interface Edited {
  /** null: nobody; the message is only rendered again. */
  user_id: number | null;
  message_id: number;
  /** Ascending; includes message_id. */
  message_ids: readonly number[];
  edit_timestamp: number;
  /** Where they were before; undefined: direct messages. */
  channel: { id: number; name: string } | undefined;
  content?: {
    orig_content: string;
    orig_rendered_content: string;
    content: string;
    rendered_content: string;
    is_me_message: boolean;
  };
  /** The same content with other HTML. */
  rendering?: { content: string; rendered_content: string; is_me_message: boolean };
  place?: {
    propagate_mode: PropagateMode;
    orig_topic: string;
    topic: string;
    topic_links: { text: string; url: string }[];
    new_stream_id: number | undefined;
  };
  /** The recipient's flags of the message. */
  flags: ReadonlyMap<number, readonly string[]>;
}

/** Messages were edited or moved. */
export const messageEdited = shapedEvent<Edited>()(
  'update_message',
  undefined,
  {
    user_id: Nullable(Type.Integer()),
    rendering_only: Type.Boolean(),
    message_id: Type.Integer(),
    message_ids: Type.Array(Type.Integer()),
    flags: Type.Array(Type.String()),
    edit_timestamp: Type.Integer(),
    stream_name: Maybe(Type.String()),
    stream_id: Maybe(Type.Integer()),
    new_stream_id: Maybe(Type.Integer()),
    propagate_mode: Maybe(OneOf('change_one', 'change_later', 'change_all')),
    orig_subject: Maybe(Type.String()),
    subject: Maybe(Type.String()),
    topic_links: Maybe(Type.Array(Type.Object({ text: Type.String(), url: Type.String() }))),
    orig_content: Maybe(Type.String()),
    orig_rendered_content: Maybe(Type.String()),
    content: Maybe(Type.String()),
    rendered_content: Maybe(Type.String()),
    is_me_message: Maybe(Type.Boolean()),
  },
  {
    channels: ({ channel, place }) => [
      channel?.id,
      ...(place?.new_stream_id === undefined ? [] : [place.new_stream_id]),
    ],
    shape: ({ user_id, message_id, message_ids, edit_timestamp, channel, content, rendering, place }, kind) => ({
      user_id,
      rendering_only: rendering !== undefined,
      message_id,
      message_ids,
      edit_timestamp,
      ...(channel && { stream_name: channel.name, stream_id: channel.id }),
      ...content,
      ...rendering,
      ...(place && {
        propagate_mode: place.propagate_mode,
        orig_subject: topicShown(place.orig_topic, kind.empty_topic_name),
        ...(place.topic !== place.orig_topic && {
          subject: topicShown(place.topic, kind.empty_topic_name),
          topic_links: place.topic_links,
        }),
        ...(place.new_stream_id !== undefined && { new_stream_id: place.new_stream_id }),
      }),
    }),
    personal: ({ flags }, { userId }) => ({ flags: flags.get(userId) ?? [] }),
  },
);
