import { signal } from '@preact/signals';
import type { Conversation } from '../conversation.ts';

/** The voice message that is being recorded, or was recorded and is not sent yet. */
export const voiceMessage = signal<
  | {
      /** The conversation in which the recording started. */
      readonly to: Conversation;
      /** Ends the recording, uploads it, and passes its link to `deliver`. If that fails, the recorder says so. */
      finish(deliver: (link: string) => void): Promise<void>;
    }
  | undefined
>(undefined);
