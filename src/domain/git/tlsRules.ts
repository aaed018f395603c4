/** What git says of a certificate, in the language C and for each library of TLS. The first that matches counts. */
export const tlsRules = [
  { pattern: /certificate (?:has )?expired|certificate is not yet valid/i, reason: 'tlsExpired' },
  { pattern: /self[- ]signed certificate(?! in certificate chain)/i, reason: 'tlsSelfSigned' },
  {
    pattern: /no alternative certificate subject name|does not match target host name|hostname mismatch/i,
    reason: 'tlsWrongName',
  },
  {
    pattern:
      /self[- ]signed certificate in|unable to get local issuer certificate|certificate verif\w+ failed|unknown CA|invalid certificate chain|authority that is not trusted|UNTRUSTED_ROOT/i,
    reason: 'tlsUnknownIssuer',
  },
  { pattern: /SSL|TLS|schannel/, reason: 'tls' },
] as const;

export type TlsReason = (typeof tlsRules)[number]['reason'];

/** Why the host was not trusted, in the error output of a call that contacts it; undefined: another reason. */
export function tlsReasonIn(errors: string): TlsReason | undefined {
  if (!errors.includes('unable to access')) return undefined;
  return tlsRules.find(({ pattern }) => pattern.test(errors))?.reason;
}
