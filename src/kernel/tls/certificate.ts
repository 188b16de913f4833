import { createPrivateKey, X509Certificate } from 'node:crypto';

/** A certificate, with its intermediates, and its key, as PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/** A certificate as monitoring sees it. */
export interface CertificateInUse {
  /** Its first host name. */
  name: string;
  /** When it expires, ms. */
  until: number;
}

export function describeCertificate({ cert }: Certificate): CertificateInUse {
  const { subjectAltName = '', subject, validTo } = new X509Certificate(cert);
  const name = /(?:DNS|IP Address):([^,"]+)/.exec(subjectAltName)?.[1] ?? /CN=(.+)/.exec(subject)?.[1] ?? '';
  return { name, until: Date.parse(validTo) };
}

/** Why a certificate cannot be used for TLS; undefined: it can. */
export function certificateError({ cert, key }: Certificate, now: number): string | undefined {
  try {
    const certificate = new X509Certificate(cert);
    if (!certificate.checkPrivateKey(createPrivateKey(key))) return 'the key is not the certificate’s';
    const until = new Date(certificate.validTo);
    return until.getTime() < now ? `the certificate expired on ${until.toISOString().slice(0, 10)}` : undefined;
  } catch (error) {
    return `it is not a PEM certificate with its key (${(error as Error).message})`;
  }
}

/** Whether a certificate is in the last third of its validity, or does not cover all of these names. */
export function isDue({ cert }: Certificate, domains: readonly string[], now: number): boolean {
  const certificate = new X509Certificate(cert);
  const from = new Date(certificate.validFrom).getTime();
  const until = new Date(certificate.validTo).getTime();
  return now > until - (until - from) / 3 || domains.some((domain) => certificate.checkHost(domain) === undefined);
}
