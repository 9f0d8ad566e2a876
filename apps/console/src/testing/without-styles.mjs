// See jsdom-environment.mjs.
if (globalThis.hasStyles !== true) await import('@vanilla-extract/css/disableRuntimeStyles');
