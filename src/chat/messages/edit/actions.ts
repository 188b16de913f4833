import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { cleanTopic } from '../../channels/topics/names.ts';
import { nothingToChange } from '../../errors.ts';
import type { Attachment } from '../../files/attachments/types.ts';
import type { User } from '../../people/users/types.ts';
import { requireReadableMessage } from '../messages/rules.ts';
import { moveMessages } from '../move/actions.ts';
import type { PropagateMode } from './events.ts';
import { editContent, publishEditedContent } from './rewrite.ts';

export interface Update {
  content?: string;
  prev_content_sha256?: string;
  topic?: string;
  stream_id?: number;
  propagate_mode?: PropagateMode;
  send_notification_to_old_thread: boolean;
  send_notification_to_new_thread: boolean;
}

/**
 * Edits a message's content, moves it and its neighbors, or both as one change: either everything happens or nothing.
 * Returns the author's files that no message links to any more.
 */
export function updateMessage(app: App, actor: User, id: number, update: Update): Attachment[] {
  const { content, prev_content_sha256, stream_id, propagate_mode = 'change_one', ...notices } = update;
  // Some clients always send both fields. The current topic means no move.
  const topic = content !== undefined && isTopicOf(app, actor, id, update.topic) ? undefined : update.topic;
  const isMove = topic !== undefined || stream_id !== undefined;
  if (content === undefined && !isMove) throw nothingToChange();
  if (content !== undefined && stream_id !== undefined)
    throw badRequest('Cannot change message content while changing channel');
  if (propagate_mode !== 'change_one' && !isMove) throw badRequest('Invalid propagate_mode without topic edit');
  return app.db.write(() => {
    const rewritten = content === undefined ? undefined : editContent(app, actor, id, content, prev_content_sha256);
    if (isMove) moveMessages(app, actor, id, { ...notices, topic, stream_id, propagate_mode }, rewritten);
    else if (rewritten) publishEditedContent(app, actor, rewritten);
    return rewritten?.detached ?? [];
  });
}

const isTopicOf = (app: App, actor: User, id: number, topic: string | undefined): boolean =>
  topic !== undefined && cleanTopic(topic) === requireReadableMessage(app, actor, id).subject;
