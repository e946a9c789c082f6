import { Pin } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { useStore } from '../stores/use-store.ts';
import { writtenOut } from '../text/reveal-hidden.ts';
import { pinnedSkills, pinSkill } from './visited-skills.ts';

/** For the empty search. */
export function PinButton({
  skillKey,
  name,
  className,
}: {
  readonly skillKey: string;
  readonly name: string;
  readonly className?: string | undefined;
}) {
  const isPinned = useStore(pinnedSkills).includes(skillKey);
  return (
    <Button
      look="bare"
      iconOnly
      size="small"
      className={className}
      aria-pressed={isPinned}
      aria-label={`Pin ${writtenOut(name)}`}
      title={isPinned ? 'Unpin: leave it out of the empty search' : 'Pin: keep it in the empty search'}
      onClick={() => pinSkill(skillKey, !isPinned)}
    >
      <Icon of={Pin} />
    </Button>
  );
}
