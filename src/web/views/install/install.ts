import { postponeInstallOffer } from '../../notifications/install.ts';
import { installPrompt } from '../../store/local/install.ts';

/** Opens the browser's dialog, or shows what to do in Safari. */
export async function install(): Promise<void> {
  const prompt = installPrompt.peek();
  postponeInstallOffer();
  if (!prompt) return (await import('./home-screen.tsx')).showHomeScreenSteps();
  // A prompt can be used once. The browser may offer another one later.
  installPrompt.value = undefined;
  await prompt.prompt();
}
