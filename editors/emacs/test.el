;; Drives a real Emacs: diagnostics, hover, rename, layout, code action. Run by
;; ../editors_test.go with the folder of the test in WORKSPACE and the program
;; in MANTRAC.

(require 'package)
(package-initialize)
(dolist (dir (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa*/eglot-*"))
  (add-to-list 'load-path dir))
(add-to-list 'load-path (concat (getenv "EDITORS") "/emacs"))
(require 'mantrac)
(setq mantrac-program (getenv "MANTRAC") eglot-sync-connect t eglot-confirm-server-initiated-edits nil
      make-backup-files nil auto-save-default nil)

(defun wait (what f)
  (let ((n 0))
    (while (and (< n 1800) (not (funcall f)))
      (accept-process-output nil 0.05)
      (setq n (1+ n))))
  (if (funcall f)
      (princ (format "ok %s\n" what))
    (princ (format "FAIL %s\n%s\n" what (buffer-string)))
    (kill-emacs 1)))

(defun found (regexp)
  ;; A timer for when the user is idle does this, and nobody is in a batch.
  (eglot--signal-textDocument/didChange)
  (flymake-start)
  (seq-some (lambda (d) (string-match-p regexp (flymake-diagnostic-text d))) (flymake-diagnostics)))

;; eglot asks before it changes a file that is not open.
(find-file-noselect (concat (getenv "WORKSPACE") "/order.checks"))
(find-file (concat (getenv "WORKSPACE") "/stock.wm"))
(unless (eq major-mode 'mantra-wm-mode) (princ "FAIL the mode\n") (kill-emacs 1))
(call-interactively #'eglot)
(flymake-mode 1)
(wait "a conflict is shown on the clause" (lambda () (found "pick → look")))

(goto-char (point-min))
(search-forward "var loo")
(let* ((answer (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams)))
       (text (plist-get (plist-get answer :contents) :value)))
  (unless (string-match-p "(var looked Bool)" text) (princ "FAIL hover\n") (kill-emacs 1))
  (princ "ok hover\n"))

(eglot-rename "checked")
(wait "rename changes the model" (lambda () (and (string-match-p "(var checked Bool)" (buffer-string)) (not (string-match-p "looked" (buffer-string))))))
(wait "rename changes the suite"
      (lambda () (with-current-buffer (find-file-noselect (concat (getenv "WORKSPACE") "/order.checks")) (string-match-p "(checked false)" (buffer-string)))))

(goto-char (point-min))
(search-forward "(var picked")
(goto-char (match-beginning 0))
(insert "    ")
(eglot-format-buffer)
(wait "the layout is mended" (lambda () (string-match-p "^  (var picked Bool)" (buffer-string))))

(goto-char (point-min))
(search-forward "(= checked true)")
(replace-match "(= chekced true)")
(wait "a mistake is shown" (lambda () (found "chekced")))
(goto-char (point-min))
(search-forward "chekced")
(let* ((at (match-beginning 0))
       (actions (jsonrpc-request (eglot-current-server) :textDocument/codeAction
                                 (list :textDocument (eglot--TextDocumentIdentifier)
                                       :range (list :start (eglot--pos-to-lsp-position at) :end (eglot--pos-to-lsp-position (point)))
                                       :context '(:diagnostics []))))
       (action (elt actions 0)))
  (princ (format "action %s\n" (plist-get action :title)))
  (eglot--apply-workspace-edit (plist-get action :edit)))
(wait "the action mends it" (lambda () (string-match-p "(= checked true)" (buffer-string))))
(wait "the mistake is gone" (lambda () (not (found "chekced"))))

;; The last fix stands in a file that is not saved, and validate reads files.
(save-some-buffers t)
(with-current-buffer (find-file-noselect (concat (getenv "WORKSPACE") "/order.checks"))
  (let ((buffer (mantrac-conflicts)))
    (wait "the conflicts are shown" (lambda () (with-current-buffer buffer (string-match-p "the model rejects step 1" (buffer-string)))))
    (with-current-buffer buffer
      (wait "they are at an end" (lambda () (not (process-live-p (get-buffer-process buffer)))))
      (goto-char (point-min))
      (compilation-next-error 1)
      (unless (looking-at-p ".*stock.wm:12:") (princ (format "FAIL the link: %s\n" (buffer-substring (point) (line-end-position)))) (kill-emacs 1))
      (princ "ok a link to the clause\n"))))

(dolist (b (buffer-list)) (with-current-buffer b (set-buffer-modified-p nil)))
(eglot-shutdown (eglot-current-server))
(princ "PASS\n")
