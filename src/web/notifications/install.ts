import { effect } from '@preact/signals';
import { readStored, writeStored } from '../actions/local-storage.ts';
import { isTouchScreen } from '../design/layers.tsx';
import { installPrompt, isInstallOffered } from '../store/local/install.ts';

/** How this browser installs the client. `home-screen`: the user does it in the menu of Safari. */
export type InstallMethod = 'prompt' | 'home-screen';

const STORED = 'install-offered';
const OFFER_AGAIN_AFTER = 60 * 86_400_000;

/** Whether the client runs as an app, in a window of its own. */
const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;

/** Only Safari on iPhones and iPads has this property; on Macs nothing touches the screen. */
const isAppleTouch = (): boolean => 'standalone' in navigator && navigator.maxTouchPoints > 1;

/** How the client can be installed here; undefined if it is installed, or if the browser cannot. */
export function installMethod(): InstallMethod | undefined {
  if (isInstalled()) return undefined;
  if (installPrompt.value) return 'prompt';
  return isAppleTouch() ? 'home-screen' : undefined;
}

/** Offers the installation on phones when the browser finds that the user comes back, and not again for a while. */
export function startInstallOffer(): void {
  if (!isTouchScreen()) return;
  effect(() => {
    if (installPrompt.value) offerInstall();
  });
}

/** Offers the installation, unless the user did not want it lately. */
export function offerInstall(): void {
  if (isTouchScreen() && installMethod() && Date.now() - readStored(STORED, 0) > OFFER_AGAIN_AFTER)
    isInstallOffered.value = true;
}

export function postponeInstallOffer(): void {
  isInstallOffered.value = false;
  writeStored(STORED, Date.now());
}
