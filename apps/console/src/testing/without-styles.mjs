// jsdom-environment.mjs sets `hasStyles`.
if (globalThis.hasStyles !== true) await import('@vanilla-extract/css/disableRuntimeStyles');
