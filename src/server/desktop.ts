import { spawn } from 'node:child_process';

/** Opens an address in the browser if the user started this by hand on a desktop; does nothing otherwise. */
export function openBrowser(url: string): void {
  if (!process.stdin.isTTY || !process.stderr.isTTY || !hasDesktop()) return;
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command!, [...args, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = { darwin: ['open'], win32: ['explorer.exe'] };

function hasDesktop(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION, CI } = process.env;
  if (CI || SSH_CONNECTION) return false;
  return process.platform === 'darwin' || process.platform === 'win32' || !!DISPLAY || !!WAYLAND_DISPLAY;
}
