import assert from 'node:assert/strict';
import { isSafe, mayLead } from '../../../../src/api/http/origin.ts';

const machine = [
  'localhost',
  'localhost.',
  'a.localhost',
  'a.b.localhost.',
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '2130706433',
  '0x7f.1',
  '127.255.255.254',
  '0.0.0.0',
  '0',
  '0.1.2.3',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:0.0.0.0]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[2002:7f00:1::]',
];
const inside = [
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '192.0.0.1',
  '198.18.0.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::192.168.1.1]',
  '[64:ff9b::10.0.0.1]',
  '[::ffff:0:10.0.0.1]',
  '[2001:0:a00:1::f5ff:fffe]',
  '[100::1]',
  '[1::127.0.0.1]',
  '[fbff::1]',
  '[fe00::1]',
  '[2002:a00:1::]',
];
const outside = [
  'api.test',
  'notlocalhost',
  'localhost.test',
  '9.255.255.255',
  '11.0.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.0.1',
  '192.169.0.1',
  '169.253.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '198.17.0.1',
  '198.20.0.1',
  '192.0.2.1',
  '223.255.255.255',
  '[2001:db8::1]',
  '[2606:4700:1:2:3:4:5:6]',
  '[3fff:ffff::1]',
  '[::ffff:8.8.8.8]',
  '[::ffff:0:8.8.8.8]',
  '[2002:808:808::]',
];
const url = (host: string): URL => new URL(`https://${host}/a`);

describe('mayLead', () => {
  for (const host of machine)
    it(`lets only localhost lead to ${host}`, () => {
      assert.deepEqual(
        ['api.test', '10.0.0.1', '127.0.0.1'].map((from) => mayLead(url(from), url(host))),
        [false, false, true],
      );
    });

  for (const host of inside)
    it(`lets no public host lead to the private address ${host}`, () => {
      assert.deepEqual(
        ['api.test', '[fd00::1]', 'localhost'].map((from) => mayLead(url(from), url(host))),
        [false, true, true],
      );
    });

  for (const host of outside)
    it(`lets every host lead to ${host}`, () => {
      for (const from of ['api.test', '10.0.0.1', '[::1]']) assert.ok(mayLead(url(from), url(host)), from);
    });

  it('rejects plain http to other computers, and addresses with a user', () => {
    for (const to of ['http://api.test/', 'http://0.0.0.0/', 'http://a.localhost/', 'https://u@api.test/'])
      assert.ok(!mayLead(new URL('http://127.0.0.1/'), new URL(to)), to);
    assert.ok(isSafe(new URL('http://127.0.0.1/')));
    for (const host of ['localhost.evil.test', '127.0.0.1.evil.test', 'evil-localhost', 'evil.test'])
      assert.ok(!isSafe(new URL(`http://${host}/`)), host);
  });
});
