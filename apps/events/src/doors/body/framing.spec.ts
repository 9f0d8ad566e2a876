import { describe, expect, it } from '@jest/globals';
import { readFraming } from './framing.ts';

describe('readFraming', () => {
  it.each([
    [undefined, 'value'],
    ['application/json', 'value'],
    ['Application/JSON ; charset=UTF-8', 'value'],
    ['application/x-ndjson;charset="utf-8"', 'lines'],
    ['application/cloudevents+json', 'event'],
    ['application/cloudevents-batch+json; charset=utf-8', 'array'],
  ])('accepts the content type %s', (type, form) => {
    const framing = readFraming(type === undefined ? {} : { 'content-type': type });
    expect(framing).toMatchObject({ form, isPacked: false });
  });

  it.each([
    [{ 'content-type': 'text/plain' }],
    [{ 'content-type': '' }],
    [{ 'content-type': 'application/jsonp' }],
    [{ 'content-type': 'application/json; charset=utf-16' }],
    [{ 'content-type': 'application/x-www-form-urlencoded' }],
    [{ 'content-encoding': 'br' }],
    [{ 'content-encoding': 'gzip, gzip' }],
  ])('rejects the headers %j', (headers) => {
    expect(() => readFraming(headers)).toThrow(expect.objectContaining({ code: 'unsupported_media_type' }));
  });

  it('keeps only the content type and the CloudEvents attributes of the headers', () => {
    const { form, headers } = readFraming({
      'content-type': 'application/json',
      'ce-specversion': '1.0',
      'ce-id': '"a \\"b\\" %22"',
      'ce-subject': 'caf%C3%A9 %F0%9F%98%80 %zz %ff',
      'ce-portico-sender': '1',
      'portico-sender': '1',
      ce_id: 'x',
      cookie: 'x',
      authorization: 'x',
    });
    expect(form).toBe('event');
    expect(headers).toEqual({
      'content-type': 'application/json',
      ce_specversion: '1.0',
      ce_id: 'a "b" "',
      ce_subject: 'café 😀 %zz %ff',
    });
  });

  it('ignores attribute headers of an enveloped CloudEvent, and rejects them for newline-delimited JSON', () => {
    const ce = { 'ce-specversion': '1.0' };
    expect(readFraming({ ...ce, 'content-type': 'application/cloudevents+json' }).headers).toEqual({
      'content-type': 'application/cloudevents+json',
    });
    expect(() => readFraming({ ...ce, 'content-type': 'application/x-ndjson' })).toThrow(
      expect.objectContaining({ code: 'malformed_request' }),
    );
  });
});
