import type { ImportedChange } from '../../chat/organization/imports/types.ts';
import { type Raw, readId, readRaws, readText } from '../records.ts';
import type { ZulipDirectory } from './directory.ts';
import { zulipToRich } from './text.ts';
import { wholeSeconds } from './times.ts';

/** The maximum number of earlier versions of a message. */
const MOST = 100;

/** The earlier versions of a message, newest first. undefined: there are none. */
export function readHistory(directory: ZulipDirectory, { edit_history }: Raw): ImportedChange[] | undefined {
  const changes = parseRows(readText(edit_history))
    .slice(0, MOST)
    .map((change) => readChange(directory, change));
  return changes.length > 0 ? changes : undefined;
}

function readChange(directory: ZulipDirectory, change: Raw): ImportedChange {
  // Until version 5, a change of the topic was `prev_subject`.
  const old_topic = readText(change.prev_topic) ?? readText(change.prev_subject);
  const old = readText(change.prev_content);
  return {
    time: wholeSeconds(change.timestamp) ?? 0,
    user: readId(change.user_id),
    old_text: old === undefined ? undefined : zulipToRich(old, directory),
    old_topic,
    new_topic: readText(change.topic),
    old_channel: readId(change.prev_stream),
    new_channel: readId(change.stream),
  };
}

function parseRows(json: string | undefined): Raw[] {
  if (!json) return [];
  try {
    return readRaws(JSON.parse(json));
  } catch {
    return [];
  }
}
