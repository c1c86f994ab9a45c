;;; mantrac.el --- World models and checks with eglot  -*- lexical-binding: t -*-

;; Emacs 28 with eglot from GNU ELPA, or Emacs 29 and later. Put this file on the
;; `load-path' and write in the init file:
;;
;;   (require 'mantrac)
;;
;; Opening a file in *.wm or *.checks then starts the language server, if the
;; program mantrac is on the path or `mantrac-program' names it.
;; M-x mantrac-validate validates the cases of the file; M-x mantrac-conflicts
;; shows the traces of those in conflict, with links to the clauses.

;;; Code:

(require 'eglot)
(require 'compile)

(defgroup mantrac nil "World models and checks." :group 'languages)

(defcustom mantrac-program "mantrac"
  "The program that serves the editor."
  :type 'string)

(defcustom mantrac-settings nil
  "Settings of the server, as a property list: (:verify \"onType\" :bound 24)."
  :type 'plist)

(defvar mantrac-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?\; "<" table)
    (modify-syntax-entry ?\n ">" table)
    (dolist (c '(?_ ?- ?+ ?* ?/ ?< ?> ?= ?. ??))
      (modify-syntax-entry c "_" table))
    table)
  "Words of both languages are symbols.")

(defconst mantrac-font-lock
  `((,(concat "(\\(" (regexp-opt '("model" "const" "var" "transition" "params" "pre" "post" "use" "case"
                                   "prompt" "init" "checks" "goal"))
              "\\)\\_>")
     1 font-lock-keyword-face)
    (,(concat "(\\(" (regexp-opt '("call" "no_call" "or" "after" "before" "follows" "precedes" "and" "not"
                                   "next" "param" "field" "contains" "insert" "remove" "array" "record"))
              "\\)\\_>")
     1 font-lock-builtin-face)
    ("\\_<\\(Bool\\|Int\\|Real\\|String\\|Enum\\|Record\\|Array\\)\\_>" 1 font-lock-type-face)
    ("\\_<\\(true\\|false\\|null\\)\\_>" 1 font-lock-constant-face)
    ("(\\(?:transition\\|case\\)\\s-+\\(\\_<.+?\\_>\\)" 1 font-lock-function-name-face)
    ("(\\(?:var\\|const\\)\\s-+\\(\\_<.+?\\_>\\)" 1 font-lock-variable-name-face)))

(define-derived-mode mantrac-mode prog-mode "Mantra"
  "What models and suites share."
  :syntax-table mantrac-mode-syntax-table
  (setq-local comment-start "; "
              comment-start-skip ";+\\s-*"
              indent-tabs-mode nil
              font-lock-defaults '(mantrac-font-lock)))

;;;###autoload
(define-derived-mode mantra-wm-mode mantrac-mode "Mantra model")
;;;###autoload
(define-derived-mode mantra-checks-mode mantrac-mode "Mantra checks")

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.wm\\'" . mantra-wm-mode))
;;;###autoload
(add-to-list 'auto-mode-alist '("\\.checks\\'" . mantra-checks-mode))

(defclass mantrac-server (eglot-lsp-server) ()
  :documentation "The server, with its settings.")

(cl-defmethod eglot-initialization-options ((_server mantrac-server))
  "Hand over `mantrac-settings'."
  (or mantrac-settings eglot--{}))

(cl-defmethod eglot-handle-notification ((_server mantrac-server) (_method (eql mantrac/verification)) &key &allow-other-keys)
  "The diagnostics say the same.")

(defun mantrac--contact (&rest _)
  "Say how the server is started."
  (list 'mantrac-server mantrac-program "lsp"))

;; One server serves both languages of a project.
(add-to-list 'eglot-server-programs '((mantra-wm-mode mantra-checks-mode) . mantrac--contact))

(defun mantrac--start ()
  "Start the server if there is one."
  (when (and buffer-file-name (executable-find mantrac-program))
    (eglot-ensure)))

(add-hook 'mantrac-mode-hook #'mantrac--start)

(defun mantrac-validate ()
  "Validate the cases of this file."
  (interactive)
  (jsonrpc-request (eglot--current-server-or-lose) :workspace/executeCommand
                   `(:command "mantrac.validate" :arguments [(:uri ,(eglot--path-to-uri buffer-file-name))])))

(define-compilation-mode mantrac-conflicts-mode "Conflicts"
  "What `mantrac validate' writes."
  (setq-local compilation-error-regexp-alist '(("^ *\\(?:-->\\|:::\\) \\(.+\\):\\([0-9]+\\):\\([0-9]+\\)$" 1 2 3))))

(defun mantrac-conflicts ()
  "Show the conflicts of the cases of this file."
  (interactive)
  (compilation-start (mapconcat #'shell-quote-argument
                                (list mantrac-program "validate" "--color" "never" buffer-file-name) " ")
                     #'mantrac-conflicts-mode))

(provide 'mantrac)
;;; mantrac.el ends here
