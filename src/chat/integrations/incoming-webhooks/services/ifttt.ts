import { readOwnMessage } from '../rendering/own-message.ts';
import type { CodeService } from '../types.ts';

/** The applet names the topic and the content itself. */
export const ifttt: CodeService = {
  name: 'ifttt',
  display_name: 'IFTTT',
  category: 'meta-integration',
  all_event_types: null,
  read: readOwnMessage,
  samples: [{ payload: { topic: 'garden', content: 'It rains.' }, topic: 'garden', text: 'It rains.' }],
};
