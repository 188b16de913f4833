import { effect } from '@preact/signals';
import { type BrowserSettings, browserSettings, DEFAULTS } from '../store/local/browser-settings.ts';
import { store } from '../store/store.ts';
import { readStored, writeStored } from './local-storage.ts';

const STORAGE_KEY = 'local';

export function changeBrowserSettings(change: Partial<BrowserSettings>): void {
  browserSettings.value = { ...browserSettings.peek(), ...change };
  writeStored(STORAGE_KEY, browserSettings.peek());
}

/** Reads the settings and follows changes that other windows of this browser make. */
export function loadBrowserSettings(): void {
  const read = () => {
    browserSettings.value = { ...DEFAULTS, ...readStored<Partial<BrowserSettings>>(STORAGE_KEY, {}) };
  };
  read();
  addEventListener('storage', ({ key }) => key?.endsWith(`.${STORAGE_KEY}`) && read());
}

/** Applies the appearance settings to the page: sizes, contrast, density. */
export function applyAppearance(): void {
  const root = document.documentElement;
  const mark = (name: string, value: string | undefined) => {
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
  };
  effect(() => {
    const {
      web_font_size_px = 16,
      web_line_height_percent = 140,
      high_contrast_mode,
      fluid_layout_width,
    } = store.settings.value;
    const { density, motion } = browserSettings.value;
    mark('contrast', high_contrast_mode ? 'more' : undefined);
    mark('width', fluid_layout_width ? 'full' : undefined);
    mark('density', density === 'usual' ? undefined : density);
    mark('motion', motion === 'none' ? motion : undefined);
    root.style.fontSize = web_font_size_px === 16 ? '' : `${(web_font_size_px / 16) * 100}%`;
    root.style.setProperty(
      '--leading',
      web_line_height_percent === 140 ? '' : String((1.55 * web_line_height_percent) / 140),
    );
  });
}
