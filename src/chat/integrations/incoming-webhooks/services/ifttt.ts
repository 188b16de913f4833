import { badRequest } from '../../../../kernel/errors.ts';
import { plainLines } from '../../../../markdown/generated.ts';
import { Reading } from '../rendering/reading.ts';
import { cleanTopic } from '../rendering/wording.ts';
import type { CodeService } from '../types.ts';

/** The applet names the topic and the content itself. */
export const ifttt: CodeService = {
  name: 'ifttt',
  display_name: 'IFTTT',
  category: 'meta-integration',
  all_event_types: null,
  read({ payload, query }) {
    const reading = new Reading(payload);
    const topic = reading.at('topic').text ?? query.topic;
    const content = reading.at('content').text;
    if (topic === undefined) throw badRequest("Topic can't be empty");
    if (content === undefined) throw badRequest("Content can't be empty");
    return { topic: cleanTopic(topic), content: plainLines(content) };
  },
  samples: [{ payload: { topic: 'garden', content: 'It rains.' }, topic: 'garden', text: 'It rains.' }],
};
