import { Sun } from 'lucide-react';
import { useState } from 'react';
import { Button, Palette, Row } from '../../src/index.ts';

const SCREENS = ['Integration Events', 'Integrations', 'Organizations'];

const Commands = ({ onClose }: { onClose: () => void }) => {
  const [term, setTerm] = useState('');
  const found = SCREENS.filter((text) => text.toLowerCase().includes(term.toLowerCase()));
  return (
    <Palette
      label="Commands"
      placeholder="Go to, find, do…"
      term={term}
      onTermChange={setTerm}
      onClose={onClose}
      groups={[
        {
          title: 'Go to',
          entries: found.map((text) => ({ id: text, text, icon: Sun, keys: ['g', 'e'], onAction: onClose })),
        },
        { title: 'Users', entries: [{ id: 'user', text: 'Ada Admin', note: 'ada@acme.test', onAction: onClose }] },
      ]}
    />
  );
};

export const Palettes = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Row gap={3}>
      <Button variant="secondary" onPress={() => setIsOpen(true)}>
        Palette
      </Button>
      {isOpen && <Commands onClose={() => setIsOpen(false)} />}
    </Row>
  );
};
