import { signal } from '@preact/signals';

/** The user's settings and language. An undefined `zone` means the browser's time zone. */
export interface FormatSettings {
  language: string;
  twentyFour: boolean;
  zone?: string;
}

/** How dates, times and lists are formatted. */
export const formatSettings = signal<FormatSettings>({ language: 'en', twentyFour: false });

/** Increases at midnight, because "today" then means another day. */
export const midnightCount = signal(0);
