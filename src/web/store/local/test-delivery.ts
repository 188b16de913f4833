import { signal } from '@preact/signals';

/** The delivery that a new template is tried with: JSON of payload, headers and query; empty: none was chosen. */
export const testDelivery = signal('');
