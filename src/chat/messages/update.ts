import type { App } from '../../app.ts';
import { badRequest } from '../../kernel/errors.ts';
import type { Attachment } from '../attachments/types.ts';
import type { User } from '../users/types.ts';
import { editContent } from './edit.ts';
import type { PropagateMode } from './edit-events.ts';
import { moveMessages } from './move.ts';

export interface Update {
  content?: string;
  prev_content_sha256?: string;
  topic?: string;
  stream_id?: number;
  propagate_mode?: PropagateMode;
  send_notification_to_old_thread: boolean;
  send_notification_to_new_thread: boolean;
}

/** Edits a message's content, moves it and its neighbours, or both; both or neither happens. The answer is what editContent tells. */
export function updateMessage(app: App, actor: User, id: number, update: Update): Attachment[] {
  const { content, prev_content_sha256, topic, stream_id, propagate_mode, ...notices } = update;
  const isMove = topic !== undefined || stream_id !== undefined;
  if (content === undefined && !isMove) throw badRequest('Nothing to change');
  if (content !== undefined && stream_id !== undefined) throw badRequest('Cannot change message content while changing channel');
  if (propagate_mode !== undefined && propagate_mode !== 'change_one' && !isMove)
    throw badRequest('Invalid propagate_mode without topic edit');
  return app.db.write(() => {
    const detached = content === undefined ? [] : editContent(app, actor, id, content, prev_content_sha256);
    if (isMove) moveMessages(app, actor, id, { topic, stream_id, propagate_mode: propagate_mode ?? 'change_one', ...notices });
    return detached;
  });
}
