import { addStyle } from '../design/load-style.ts';
import { followKeyboard } from './keyboard.ts';
import { followPulls } from './pull-to-refresh.tsx';
import { followSwipes } from './swipe-to-reply.tsx';
import css from './touch-gestures.css';

/** Starts what only touch screens have: gestures, and room for the keyboard on the screen. */
export function startTouchFeatures(spectator: boolean): void {
  addStyle(css);
  followKeyboard();
  if (spectator) return;
  followPulls();
  followSwipes();
}
