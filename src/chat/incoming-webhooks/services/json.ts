import type { Service } from '../types.ts';

/** Whatever it is, as it is. */
export const json: Service = {
  name: 'json',
  display_name: 'JSON',
  all_event_types: null,
  read({ payload }) {
    const text = JSON.stringify(payload, null, 2);
    const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
    return { topic: 'JSON', content: `${fence}json\n${text}\n${fence}` };
  },
};
