import { LIMITS } from '../../../../limits.ts';
import type { CodeService } from '../types.ts';

/** A message is cut at its end. Cutting here leaves room for the fence. */
const shortenText = (text: string): string =>
  text.length <= LIMITS.message_length - 100 ? text : `${text.slice(0, LIMITS.message_length - 100).toWellFormed()}\n…`;

/** Any payload, unchanged. */
export const json: CodeService = {
  name: 'json',
  display_name: 'JSON',
  category: 'misc',
  all_event_types: null,
  read({ payload }) {
    const text = shortenText(JSON.stringify(payload, null, 2));
    const fence = '`'.repeat([...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length + 1), 3));
    return { topic: 'JSON', content: `${fence}json\n${text}\n${fence}` };
  },
  samples: [{ payload: { temperature: 21 }, topic: 'JSON', text: '```json\n{\n  "temperature": 21\n}\n```' }],
};
