import { useState } from "react";
import { RouterButton } from "../../links/router-links.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { DialogActions } from "../../ui/overlays/Dialog.tsx";
import { focusFirst } from "../../ui/overlays/focus-near.ts";
import { ShareForm } from "../ShareForm.tsx";

/** Ways to fill a planned month: the first purchase, the bank's file, or somebody else. */
export function StarterEnd({ onClose }: { onClose: () => void }) {
  const [invites, setInvites] = useState(false);
  return (
    <div className="fields" ref={focusFirst}>
      <p>The month fills with what you spend. Begin with the first purchase, or bring in your bank's file.</p>
      <RouterButton
        to="."
        search={(search) => ({ ...search, enter: "" })}
        icon="plus"
        fullWidth
        onClick={onClose}
      >
        Add your first purchase
      </RouterButton>
      <RouterButton to="/import" variant="secondary" fullWidth onClick={onClose}>
        Import a bank file
      </RouterButton>
      {invites ? (
        <ShareForm />
      ) : (
        <Button variant="secondary" icon="share" fullWidth onClick={() => setInvites(true)}>
          Invite someone
        </Button>
      )}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Show my budget
        </Button>
      </DialogActions>
    </div>
  );
}
