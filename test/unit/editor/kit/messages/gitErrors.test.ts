import assert from 'node:assert/strict';
import { failureOfGit } from '../../../../../src/editor/kit/messages/gitErrors.ts';

/** An error of the built-in git extension. */
const errorOf = (stderr: string): Error => Object.assign(new Error('Failed to execute git'), { stderr });

describe('An error of git in a clone', () => {
  const problems = {
    'self-signed certificate': 'tlsSelfSigned',
    'self-signed certificate in certificate chain': 'tlsUnknownIssuer',
    'unable to get local issuer certificate': 'tlsUnknownIssuer',
    'certificate has expired': 'tlsExpired',
    "no alternative certificate subject name matches target host name 'x'": 'tlsWrongName',
  };
  for (const [problem, reason] of Object.entries(problems))
    it(`names the certificate as the API does: ${problem}`, () => {
      const said = `fatal: unable to access 'https://x/a/b.git/': SSL certificate problem: ${problem}`;
      const failure = failureOfGit(errorOf(said));
      assert.deepEqual([failure.kind, failure.reason], ['unreachable', reason]);
    });

  it('is not one of a certificate because a name contains the word', () => {
    const failure = failureOfGit(errorOf("fatal: repository 'https://x/a/SSL.git/' not found"));
    assert.deepEqual([failure.kind, failure.reason], ['missing', 'gitFailed']);
  });
});
