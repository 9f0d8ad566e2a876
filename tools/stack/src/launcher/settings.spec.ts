import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { StartFault } from './fault.ts';
import { readOptions } from './options.ts';
import { readSettings, wantedPorts } from './settings.ts';

describe('options', () => {
  it('are off by default, except for the demo', () => {
    expect(readOptions([])).toEqual({ demo: true, fresh: false, dev: false, help: false, envFile: undefined });
    expect(readOptions(['--no-demo', '--fresh'])).toMatchObject({ demo: false, fresh: true });
  });

  it.each([['--freshh'], ['fresh'], ['--fresh=yes'], ['--env-file']])('are rejected with one line: %s', (argument) => {
    const read = () => readOptions([argument]);
    expect(read).toThrow(StartFault);
    expect(read).toThrow(/^[^\n]*Options: --no-demo, --fresh, --env-file FILE, --help\.$/);
  });
});

describe('settings', () => {
  it('have the documented defaults', () => {
    expect(readSettings({})).toMatchObject({
      dataDir: resolve('.portico'),
      consolePort: 3000,
      apiPort: 3001,
      issuerPort: 3002,
      kafkaPort: 9092,
    });
  });

  it('treat an empty variable as absent', () => {
    expect(readSettings({ API_PORT: '', KAFKA_BROKERS: '' })).toEqual(readSettings({}));
  });

  it.each(['abc', '0', '70000', '-1', '30.5', '3e3'])(
    'reject API_PORT=%s with an error that names the setting',
    (port) => {
      expect(() => readSettings({ API_PORT: port })).toThrow(`API_PORT is '${port}'`);
    },
  );

  it('reject a port that is set for two purposes', () => {
    expect(() => readSettings({ CONSOLE_PORT: '4000', API_PORT: '3999' })).toThrow(
      'Port 4000 is wanted for the console and for the OpenID provider (API_PORT + 1): set another API_PORT.',
    );
  });

  it('require no port for an external server', () => {
    const settings = readSettings({
      KAFKA_BROKERS: 'kafka:9092',
      OIDC_ISSUER: 'https://example.eu.auth0.com',
      OIDC_CLIENT_ID: 'console',
      OIDC_AUDIENCE: 'api',
    });
    expect(wantedPorts(settings).map(({ port }) => port)).toEqual([3000, 3001]);
  });

  it('require either both keys of reCAPTCHA or no key', () => {
    expect(() => readSettings({ RECAPTCHA_SECRET: 'x' })).toThrow('RECAPTCHA_SITE_KEY');
    expect(readSettings({ RECAPTCHA_SITE_KEY: 'a', RECAPTCHA_SECRET: 'b' }).external.recaptcha).toEqual({
      siteKey: 'a',
      secret: 'b',
    });
  });

  it('require the webhook secret of Stripe with its key', () => {
    expect(() => readSettings({ STRIPE_SECRET_KEY: 'sk_test_x' })).toThrow('STRIPE_WEBHOOK_SECRET');
    expect(readSettings({ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }).external.stripe).toEqual({
      secretKey: 'sk_test_x',
      webhookSecret: 'whsec_x',
    });
  });

  it.each(['https://example.eu.auth0.com/', 'https://sso.example.com/realms/portico'])(
    'leave the issuer %s unchanged',
    (issuer) => {
      const settings = readSettings({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'console', OIDC_AUDIENCE: 'api' });
      expect(settings.external.openId?.issuer).toBe(issuer);
    },
  );

  it('require client and audience with an issuer', () => {
    expect(() => readSettings({ OIDC_ISSUER: 'https://example.test/' })).toThrow('OIDC_CLIENT_ID');
  });
});
