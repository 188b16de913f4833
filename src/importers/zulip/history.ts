import type { ImportedChange } from '../../chat/organization/imports/types.ts';
import { idOf, type Raw, rawsOf, textOf } from '../records.ts';
import type { ZulipDirectory } from './directory.ts';
import { zulipToRich } from './text.ts';
import { wholeSeconds } from './times.ts';

/** The maximum number of earlier versions of a message. */
const MOST = 100;

/** The earlier versions of a message, newest first. undefined: there are none. */
export function historyOf(directory: ZulipDirectory, { edit_history }: Raw): ImportedChange[] | undefined {
  const changes = parsed(textOf(edit_history))
    .slice(0, MOST)
    .map((change) => changeOf(directory, change));
  return changes.length > 0 ? changes : undefined;
}

function changeOf(directory: ZulipDirectory, change: Raw): ImportedChange {
  // Until version 5, a change of the topic was `prev_subject`.
  const old_topic = textOf(change.prev_topic) ?? textOf(change.prev_subject);
  const old = textOf(change.prev_content);
  return {
    time: wholeSeconds(change.timestamp) ?? 0,
    user: idOf(change.user_id),
    old_text: old === undefined ? undefined : zulipToRich(old, directory),
    old_topic,
    new_topic: textOf(change.topic),
    old_channel: idOf(change.prev_stream),
    new_channel: idOf(change.stream),
  };
}

function parsed(json: string | undefined): Raw[] {
  if (!json) return [];
  try {
    return rawsOf(JSON.parse(json));
  } catch {
    return [];
  }
}
