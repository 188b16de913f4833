import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import tls from 'node:tls';
import { EXIT, Failure } from '../terminal/failure.ts';

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Accepts certificates of other servers from the authorities in a file, besides the public ones. Processes that this
 * one starts do the same. What was accepted before stays so. Throws Failure if the file has no certificates.
 */
export function trustAuthorities(file: string): void {
  const certificates = readCertificates(file);
  // The Node.js of some platforms is older than 24.5.
  if (!tls.setDefaultCACertificates)
    throw new Failure(EXIT.usage, `extra-ca does not work with Node.js ${process.versions.node} yet`);
  tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...certificates])]);
  process.env.NODE_EXTRA_CA_CERTS = resolve(file);
}

/** Does the same for commands that read no settings, with the file that the variable of `extra-ca` names. */
export function trustNamedAuthorities({ env }: Pick<NodeJS.Process, 'env'> = process): void {
  if (env.KLATCH_EXTRA_CA) trustAuthorities(env.KLATCH_EXTRA_CA);
}

function readCertificates(file: string): string[] {
  try {
    const found = readFileSync(file, 'utf8').match(BLOCK) ?? [];
    if (found.length === 0) throw new Error('it contains no certificate in the form of PEM');
    return found.map((one) => new X509Certificate(one).toString());
  } catch (error) {
    throw new Failure(EXIT.usage, `extra-ca: ${file} cannot be used: ${(error as Error).message}`);
  }
}
