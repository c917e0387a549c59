import { Ellipsis, Pencil, Share2, Trash2, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { KitSection } from './section.tsx'

export function KitFloating() {
  const [dialog, setDialog] = useState(false)
  const [confirm, setConfirm] = useState(false)
  const [tab, setTab] = useState('write')
  const closeDialog = () => setDialog(false)
  const closeConfirm = () => setConfirm(false)

  return (
    <>
      <KitSection title="Tabs">
        <Tabs
          label="Draft"
          value={tab}
          onChange={setTab}
          className="w-full"
          tabs={[
            { value: 'write', label: 'Write', icon: Pencil, panel: <p>The text.</p> },
            { value: 'preview', label: 'Preview', panel: <p>How it will look.</p> },
            { value: 'history', label: 'History', panel: <p>Nothing.</p>, disabled: true },
          ]}
        />
      </KitSection>
      <KitSection title="Dialog, confirm, menu, tooltip">
        <Button onClick={() => setDialog(true)}>Open dialog</Button>
        <Button onClick={() => setConfirm(true)}>Open confirm</Button>
        <Menu trigger={<IconButton label="More" icon={Ellipsis} variant="secondary" />}>
          <MenuItem icon={Share2} onSelect={() => toast.info('Shared')}>
            Share
          </MenuItem>
          <MenuLink icon={UserRound} to="/profile">
            Author
          </MenuLink>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger onSelect={() => setConfirm(true)}>
            Delete
          </MenuItem>
        </Menu>
        <Tooltip label="1 September 2026, 10:15">
          <Button variant="ghost">2 hours ago</Button>
        </Tooltip>
      </KitSection>
      <KitSection title="Toast">
        <Button onClick={() => toast.success('Profile updated successfully')}>Success</Button>
        <Button onClick={() => toast.error('Failed to load projects')}>Error</Button>
        <Button onClick={() => toast.warning('You are offline')}>Warning</Button>
        <Button onClick={() => toast.info('New verification code sent successfully!')}>Info</Button>
      </KitSection>
      <Dialog
        open={dialog}
        onOpenChange={setDialog}
        title="Rename project"
        description="Links to it keep working."
        footer={
          <>
            <Button onClick={closeDialog}>Cancel</Button>
            <Button variant="primary" onClick={closeDialog}>
              Rename
            </Button>
          </>
        }
      >
        <Field label="Title" defaultValue="Tide clock" />
      </Dialog>
      <ConfirmDialog
        open={confirm}
        danger
        title="Delete post"
        message="Are you sure you want to delete this post?"
        confirmLabel="Delete"
        onConfirm={closeConfirm}
        onCancel={closeConfirm}
      />
    </>
  )
}
