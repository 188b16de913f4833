import { badRequest } from '../../../../kernel/errors.ts';
import { plainLines } from '../../../../markdown/generated.ts';
import type { Delivery, Notice } from '../types.ts';
import { Reading } from './reading.ts';
import { cleanTopic } from './wording.ts';

/** A message whose sender names the topic and the content. Throws if one is missing. */
export function readOwnMessage({ payload, query }: Delivery): Notice {
  const reading = new Reading(payload);
  const topic = reading.first('topic', 'subject') ?? query.topic;
  const content = reading.at('content').text;
  if (topic === undefined) throw badRequest("Topic can't be empty");
  if (content === undefined) throw badRequest("Content can't be empty");
  return { topic: cleanTopic(topic), content: plainLines(content) };
}
