import { readOwnMessage } from '../rendering/own-message.ts';
import { Reading } from '../rendering/reading.ts';
import type { CodeService } from '../types.ts';

/** The Zap names the topic and the content itself. Its authentication test has a `type`. */
export const zapier: CodeService = {
  name: 'zapier',
  display_name: 'Zapier',
  category: 'meta-integration',
  all_event_types: null,
  read: (delivery) => (new Reading(delivery.payload).at('type').text === 'auth' ? undefined : readOwnMessage(delivery)),
  samples: [{ payload: { topic: 'garden', content: 'It rains.' }, topic: 'garden', text: 'It rains.' }],
};
