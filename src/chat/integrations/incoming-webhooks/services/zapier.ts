import { badRequest } from '../../../../kernel/errors.ts';
import { plainLines } from '../../../../markdown/generated.ts';
import { Reading } from '../rendering/reading.ts';
import { cleanTopic } from '../rendering/wording.ts';
import type { CodeService } from '../types.ts';

/** The Zap names the topic and the content itself. Its authentication test has a `type`. */
export const zapier: CodeService = {
  name: 'zapier',
  display_name: 'Zapier',
  category: 'meta-integration',
  all_event_types: null,
  read({ payload, query }) {
    const reading = new Reading(payload);
    if (reading.at('type').text === 'auth') return undefined;
    const topic = reading.first('topic', 'subject') ?? query.topic;
    const content = reading.at('content').text;
    if (topic === undefined) throw badRequest("Topic can't be empty");
    if (content === undefined) throw badRequest("Content can't be empty");
    return { topic: cleanTopic(topic), content: plainLines(content) };
  },
  samples: [{ payload: { topic: 'garden', content: 'It rains.' }, topic: 'garden', text: 'It rains.' }],
};
