import { MAX_ORGANIZATIONS, otherOrganizations } from '../store/local/other-organizations.ts';
import { readStored, writeStored } from './local-storage.ts';

const STORAGE_KEY = 'organizations';

/** Reads the addresses that this browser has stored. Those of other windows are included. */
export function loadOrganizations(): void {
  const stored = readStored<unknown>(STORAGE_KEY, []);
  const addresses = Array.isArray(stored) ? stored.map((one) => parseAddress(String(one))) : [];
  otherOrganizations.value = [...new Set(addresses.filter((one) => one !== undefined))].slice(0, MAX_ORGANIZATIONS);
}

/** Adds an address as somebody enters it, at the end. Returns false if it is none of another organization. */
export function addOrganization(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined) return false;
  loadOrganizations();
  store([...otherOrganizations.peek().filter((one) => one !== address), address].slice(-MAX_ORGANIZATIONS));
  return true;
}

export function removeOrganization(address: string): void {
  loadOrganizations();
  store(otherOrganizations.peek().filter((one) => one !== address));
}

function store(addresses: readonly string[]): void {
  otherOrganizations.value = addresses;
  writeStored(STORAGE_KEY, addresses);
}

/** The address of an organization, without a path. The scheme can be left out. */
function parseAddress(text: string): string | undefined {
  const written = text.trim();
  const whole = /^\w+:\/\//.test(written) ? written : `https://${written}`;
  if (!URL.canParse(whole)) return undefined;
  const { protocol, username, password, origin } = new URL(whole);
  const isAddress = /^https?:$/.test(protocol) && !username && !password;
  return isAddress && origin !== location.origin ? origin : undefined;
}
